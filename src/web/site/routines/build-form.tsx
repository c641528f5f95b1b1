import type { BuiltRoutine, RoutineWishes } from '../../../contract/content/routines.ts'
import { skinLabels } from './wishes.ts'

type BuildFormProps = { wishes: RoutineWishes; built: BuiltRoutine }

/** A plain GET form: the choices are the address of the routine. */
export function BuildForm({ wishes, built: { concerns, currency } }: BuildFormProps) {
  const chosen = wishes.concern?.split(',') ?? []
  return (
    <form action="/routines/build" method="get" className="routine-form">
      <fieldset>
        <legend>Your skin</legend>
        <div className="routine-choices">
          {Object.entries(skinLabels).map(([value, label]) => (
            <label key={value} className="routine-choice">
              <input type="radio" name="skin" value={value} defaultChecked={(wishes.skin ?? 'any') === value} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {concerns.length > 0 && (
        <fieldset>
          <legend>What bothers you</legend>
          <div className="routine-choices">
            {concerns.map(({ key, label }) => (
              <label key={key} className="routine-choice">
                <input type="checkbox" name="concern" value={key} defaultChecked={chosen.includes(key)} />
                <span dir="auto">{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div className="routine-budget">
        <label htmlFor="routine-budget">Your budget in {currency}, if there is one</label>
        <input
          id="routine-budget"
          type="number"
          name="budget"
          inputMode="numeric"
          min={1}
          max={99_999_999}
          step={1}
          defaultValue={wishes.budget}
          className="field-input"
        />
      </div>
      <button type="submit" className="button button-primary routine-submit">
        Build my routine
      </button>
    </form>
  )
}
