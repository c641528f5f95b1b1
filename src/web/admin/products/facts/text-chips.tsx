import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { nearestName } from '../../../../contract/platform/nearest-name.ts'
import { DidYouMean } from '../../kit/did-you-mean.tsx'
import { controlClass, FieldFrame } from '../../kit/form-fields.tsx'

type TextChipsProps = {
  label: string
  hint?: string
  error?: string
  values: readonly string[]
  onChange: (values: string[]) => void
  maxLength: number
  suggestions: readonly string[]
}

/** A list of short texts: Enter or a comma adds what was typed, Backspace in an empty field takes the last one away. */
export function TextChips({ label, hint, error, values, onChange, maxLength, suggestions }: TextChipsProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const isKnown = (text: string) => values.some((value) => value.toLowerCase() === text.toLowerCase())
  const add = (text: string) => {
    const added: string[] = []
    for (const part of text.split('|').map((each) => each.trim()))
      if (part !== '' && !isKnown(part) && !added.includes(part)) added.push(part)
    setTyped('')
    if (added.length > 0) onChange([...values, ...added])
  }
  // The last name that is not known here, if a known one is near.
  const suspect = typed || (values.findLast((value) => nearestName(value, suggestions) !== undefined) ?? '')
  const take = (name: string) => {
    if (typed) add(name)
    else onChange(values.flatMap((value) => (value === suspect ? (values.includes(name) ? [] : [name]) : [value])))
    input.current?.focus()
  }
  const remove = (index: number) => {
    onChange(values.filter((_, at) => at !== index))
    input.current?.focus()
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    } else if (event.key === ',' && !/\d$/.test(typed)) {
      // Not within a name such as 1,2-Hexanediol.
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && values.length > 0) remove(values.length - 1)
  }
  return (
    <FieldFrame optional label={label} hint={hint} error={error}>
      {(control) => (
        <>
          {values.length > 0 && (
            <ul aria-label={`${label}: chosen`} className="mb-2 flex flex-wrap gap-2">
              {values.map((value, index) => (
                <li
                  key={value}
                  className="inline-flex max-w-full items-center rounded-lg border border-line bg-cream pl-3 text-sm text-ink"
                >
                  <span dir="auto" className="min-w-0 py-1.5 wrap-anywhere">
                    {value}
                  </span>
                  <button
                    type="button"
                    aria-label={`Remove ${value}`}
                    onClick={() => remove(index)}
                    className="grid size-9 shrink-0 place-items-center text-ink-soft hover:text-alert-deep"
                  >
                    <X aria-hidden="true" className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...control}
            ref={input}
            dir="auto"
            value={typed}
            list={listId}
            maxLength={maxLength}
            autoComplete="off"
            onChange={(event) => {
              const text = event.target.value
              const isChosen =
                'inputType' in event.nativeEvent && event.nativeEvent.inputType === 'insertReplacementText'
              if (isChosen) add(text)
              else setTyped(text)
            }}
            onKeyDown={handleKey}
            onBlur={() => add(typed)}
            className={controlClass}
          />
          <datalist id={listId}>
            {suggestions
              .filter((text) => !isKnown(text))
              .map((text) => (
                <option key={text} value={text} />
              ))}
          </datalist>
          <DidYouMean typed={suspect} existing={suggestions} onTake={take} />
        </>
      )}
    </FieldFrame>
  )
}
