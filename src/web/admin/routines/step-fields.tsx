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

/** The steps of morning and evening: added, moved by handles or buttons, copied and removed. */
export function StepFields({ form }: { form: RoutineFormState }) {
  const steps = useFieldArray({ control: form.control, name: 'steps' })
  const [announcement, setAnnouncement] = useState('')
  const area = useRef<HTMLDivElement>(null)
  const focusAfter = useRef<string>(undefined)
  const isFull = steps.fields.length >= STEPS_MAX
  const placesOf = (time: RoutineTime) => steps.fields.flatMap((step, at) => (step.time === time ? [at] : []))
  const nameOf = (at: number) => form.getValues(`steps.${at}.kind`) || 'The step'

  const move = (from: number, to: number | undefined) => {
    if (to === undefined || from === to) return
    const own = placesOf(steps.fields[from]!.time)
    setAnnouncement(`${nameOf(from)} is number ${own.indexOf(to) + 1} of ${own.length}`)
    steps.move(from, to)
  }
  const step = (from: number, by: -1 | 1) => {
    const own = placesOf(steps.fields[from]!.time)
    focusAfter.current = `[data-drag="${steps.fields[from]!.id}"] [data-move="${by}"]`
    move(from, own[own.indexOf(from) + by])
  }
  const add = (time: RoutineTime) => {
    if (isFull) return
    steps.append({ ...blankStep, time }, { focusName: `steps.${steps.fields.length}.kind` })
  }
  const remove = (at: number) => {
    setAnnouncement(`${nameOf(at)} is removed`)
    focusAfter.current = `[data-add="${steps.fields[at]!.time}"]`
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
    const at = (id: string) => steps.fields.findIndex((each) => each.id === id)
    // Within the morning or the evening.
    if (steps.fields[at(from)]?.time === steps.fields[at(to)]?.time) move(at(from), at(to))
  })

  // A moved card loses the focus; at either end the button of the other direction gets it.
  useLayoutEffect(() => {
    const wanted = focusAfter.current
    if (!wanted) return
    focusAfter.current = undefined
    const button = area.current?.querySelector<HTMLButtonElement>(wanted)
    const other = button?.disabled
      ? button.parentElement?.querySelector<HTMLButtonElement>('[data-move]:enabled')
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
              {places.map((at, place) => (
                <StepCard
                  key={steps.fields[at]!.id}
                  form={form}
                  at={at}
                  dragKey={steps.fields[at]!.id}
                  handle={drag.handle(steps.fields[at]!.id)}
                  className={drag.classOf(steps.fields[at]!.id)}
                  number={place + 1}
                  time={time}
                  isLast={place === places.length - 1}
                  onStep={(by) => step(at, by)}
                  onRemove={() => remove(at)}
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
