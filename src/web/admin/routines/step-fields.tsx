import { Copy, Plus } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { type RoutineTime, STEPS_MAX } from '../../../contract/content/routines.ts'
import { toast } from '../../lib/toast.ts'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDragOrder } from './drag-handle.tsx'
import { type RoutineFormState, routineMessages } from './routines.ts'
import { StepCard } from './step-card.tsx'

const labels = { morning: 'Morning', evening: 'Evening' } as const

const blankStep = {
  kind: '',
  productId: null,
  amount: '',
  often: '',
  wait: '',
  why: '',
  swap: '',
  swapProductId: null,
}

/** A step by its index in the form. */
type Place = { at: number; id: string; time: RoutineTime }

/** The steps of morning and evening: added, moved by handles or buttons, copied and removed. */
export function StepFields({ form }: { form: RoutineFormState }) {
  const steps = useFieldArray({ control: form.control, name: 'steps' })
  const [announcement, setAnnouncement] = useState('')
  const area = useRef<HTMLDivElement>(null)
  const focusAfter = useRef<string>(undefined)
  const isFull = steps.fields.length >= STEPS_MAX
  const placesOf = (time: RoutineTime): Place[] =>
    steps.fields.flatMap((step, at) => (step.time === time ? [{ at, id: step.id, time }] : []))
  const nameOf = (at: number) => form.getValues(`steps.${at}.kind`) || 'The step'

  const move = ({ at: from, time }: Place, to: number | undefined) => {
    if (to === undefined || from === to) return
    const own = placesOf(time)
    setAnnouncement(`${nameOf(from)} is number ${own.findIndex(({ at }) => at === to) + 1} of ${own.length}`)
    steps.move(from, to)
  }
  const step = (from: Place, by: -1 | 1) => {
    const own = placesOf(from.time)
    focusAfter.current = `[data-drag="${from.id}"] [data-move="${by}"]`
    move(from, own[own.findIndex(({ at }) => at === from.at) + by]?.at)
  }
  const add = (time: RoutineTime) => {
    if (isFull) return
    steps.append({ ...blankStep, time }, { focusName: `steps.${steps.fields.length}.kind` })
  }
  const remove = ({ at, time }: Place) => {
    setAnnouncement(`${nameOf(at)} is removed`)
    focusAfter.current = `[data-add="${time}"]`
    steps.remove(at)
  }
  const copyMorning = () => {
    const morning = (form.getValues('steps') ?? []).filter(({ time }) => time === 'morning')
    const copies = morning.slice(0, STEPS_MAX - steps.fields.length)
    steps.append(
      copies.map((each) => ({ ...each, time: 'evening' as const })),
      { shouldFocus: false },
    )
    toast(routineMessages.copied(copies.length))
  }
  const drag = useDragOrder((from, to) => {
    const places = [...placesOf('morning'), ...placesOf('evening')]
    const [place, target] = [from, to].map((id) => places.find((each) => each.id === id))
    // Within the morning or the evening.
    if (place && place.time === target?.time) move(place, target.at)
  })

  // A moved card loses the focus; at either end the button of the other direction gets it.
  useLayoutEffect(() => {
    const wanted = focusAfter.current
    if (!wanted) return
    focusAfter.current = undefined
    const button = area.current?.querySelector<HTMLButtonElement>(wanted)
    const other = button?.ariaDisabled
      ? button.parentElement?.querySelector<HTMLButtonElement>('[data-move]:not([aria-disabled])')
      : null
    ;(other ?? button)?.focus()
  })

  const fault = form.formState.errors.steps?.message ?? form.formState.errors.steps?.root?.message
  return (
    <div ref={area} className="space-y-5">
      {(['morning', 'evening'] as const).map((time) => {
        const places = placesOf(time)
        return (
          <Panel
            key={time}
            title={labels[time]}
            actions={
              time === 'evening' && (
                <ToolButton onClick={copyMorning} disabled={isFull || placesOf('morning').length === 0}>
                  <Copy aria-hidden="true" className="size-4" />
                  Copy the morning here
                </ToolButton>
              )
            }
          >
            {places.length === 0 && <p className="mb-3 text-sm text-ink-soft">No steps yet.</p>}
            <ol aria-label={`Steps of the ${time}`} className="space-y-3">
              {places.map((place, index) => (
                <StepCard
                  key={place.id}
                  form={form}
                  at={place.at}
                  dragKey={place.id}
                  handle={drag.handle(place.id)}
                  className={drag.classOf(place.id)}
                  number={index + 1}
                  time={time}
                  isLast={index === places.length - 1}
                  onStep={(by) => step(place, by)}
                  onRemove={() => remove(place)}
                />
              ))}
            </ol>
            <ToolButton data-add={time} className="mt-3" disabled={isFull} onClick={() => add(time)}>
              <Plus aria-hidden="true" className="size-4" />
              Add a step<span className="sr-only"> to the {time}</span>
            </ToolButton>
          </Panel>
        )
      })}
      {(fault || isFull) && (
        <p className={`text-sm ${fault ? 'font-medium text-alert-deep' : 'text-ink-soft'}`}>
          {fault ?? `A routine has ${STEPS_MAX} steps at most.`}
        </p>
      )}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}
