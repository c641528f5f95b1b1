import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type { FormAnswer } from '../../../contract/form-answer.ts'
import { ApiError } from '../../data/api.ts'
import { type Submission, submission } from '../../data/mutations.ts'
import { useEnvironment } from '../../environment.tsx'
import { useRouter } from '../../lib/router.tsx'
import { loadToastViewport } from '../../ui/load-toast-viewport.ts'
import { checkForm, type FormSchema, type Messages, messagesOf } from './form-messages.ts'

type FormOptions<Input, Answer> = {
  form: FormAnswer['form']
  /** Schemas stay out of the first load: they come with the first focus, at the latest with the first submission. */
  loadSchema: () => Promise<FormSchema<Input>>
  send: (submission: Submission<Input>) => Promise<Answer>
  onSent: (answer: Answer) => void
  onFailed: (error: Error) => void
}

/** A form of uncontrolled fields that is checked in the browser, sent with fetch, and still works without JavaScript. */
export function usePublicForm<Input, Answer>(options: FormOptions<Input, Answer>) {
  const answer = useFormAnswer(options.form)
  const ref = useRef<HTMLFormElement>(null)
  const schema = useRef<FormSchema<Input>>(undefined)
  const failed = useRef<Submission<Input>>(undefined)
  const isBusy = useRef(false)
  const [messages, setMessages] = useState<Messages>(() => messagesOf(answer?.issues ?? []))
  const [isSubmitting, setIsSubmitting] = useState(false)
  const focusLater = useFocusAfterwards(ref, messages, isSubmitting)

  const load = async () => {
    schema.current ??= await options.loadSchema()
    return schema.current
  }

  const send = async (form: HTMLFormElement, input: Input) => {
    const sent = sameInput(failed.current?.input, input) ? failed.current! : submission(input)
    setIsSubmitting(true)
    try {
      const result = await options.send(sent)
      failed.current = undefined
      clearFields(form)
      focusLater('button')
      options.onSent(result)
    } catch (error) {
      failed.current = sent
      const issues = error instanceof ApiError ? (error.body.issues ?? []) : []
      setMessages(messagesOf(issues))
      focusLater(issues.length > 0 ? 'first-wrong' : 'button')
      options.onFailed(error instanceof Error ? error : new Error(String(error)))
    } finally {
      setIsSubmitting(false)
    }
  }

  const submit = async (form: HTMLFormElement) => {
    const loaded = await load().catch(() => undefined)
    // The chunk of an old release is gone: the server checks the form as it does without JavaScript.
    if (!loaded) return form.submit()
    const checked = checkForm(loaded, valuesOf(form))
    setMessages(checked.messages)
    if (checked.input === undefined) return focusLater('first-wrong')
    await send(form, checked.input)
  }

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy.current) return
    isBusy.current = true
    void submit(event.currentTarget).finally(() => {
      isBusy.current = false
    })
  }

  const handleInput = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const name = isField(target) ? target.name : ''
    if (!messages[name] || !schema.current) return
    const message = checkForm(schema.current, valuesOf(currentTarget)).messages[name]
    setMessages({ ...messages, [name]: message })
  }

  const prepare = (event: FocusEvent) => {
    if (!isField(event.target)) return
    load().catch(() => {})
    // Fetched early: word of a failed submission must not depend on the network that failed.
    loadToastViewport().catch(() => {})
  }

  return {
    formProps: {
      ref,
      method: 'post',
      action: `/${options.form}`,
      noValidate: true,
      onFocus: prepare,
      onInput: handleInput,
      onSubmit: handleSubmit,
    } as const,
    fieldProps: (name: keyof Input & string) => ({
      name,
      defaultValue: answer?.values[name],
      error: messages[name],
      disabled: isSubmitting,
    }),
    isSubmitting,
    /** A fault of the whole form, as the server found it. */
    message: answer?.message,
  }
}

/** What the server answered to this form without JavaScript; it belongs to the page that the form was sent to. */
function useFormAnswer(form: FormAnswer['form']): FormAnswer | undefined {
  const { formAnswer } = useEnvironment()
  const { pathname } = useRouter()
  return formAnswer?.form === form && pathname === `/${form}` ? formAnswer : undefined
}

/** Moves the focus once the fields are enabled again and their messages are on the page, so that both are read out. */
function useFocusAfterwards(ref: { current: HTMLFormElement | null }, messages: Messages, isSubmitting: boolean) {
  const isRefused = Object.keys(messages).length > 0
  const wanted = useRef<'first-wrong' | 'button' | undefined>(isRefused ? 'first-wrong' : undefined)
  useEffect(() => {
    const form = ref.current
    if (isSubmitting || !wanted.current || !form) return
    const fields = [...form.elements].filter(isField)
    if (wanted.current === 'first-wrong') fields.find((field) => messages[field.name])?.focus()
    else if (document.activeElement === document.body) form.querySelector<HTMLElement>('[type=submit]')?.focus()
    wanted.current = undefined
  }, [ref, messages, isSubmitting])
  return (where: 'first-wrong' | 'button') => {
    wanted.current = where
  }
}

function isField(target: unknown): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  return Object.fromEntries(entries)
}

/** `reset()` would bring back what an earlier answer of the server had filled in. */
function clearFields(form: HTMLFormElement): void {
  for (const field of form.elements) if (isField(field) && field.type !== 'hidden') field.value = ''
}

function sameInput(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
