import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import type { FormResponse } from '../../../contract/form-response.ts'
import { ApiError } from '../../data/api.ts'
import { type Send, type Submission, submission } from '../../data/mutations.ts'
import { useEnvironment } from '../../environment.tsx'
import { useRouter } from '../../lib/router.tsx'
import { loadToastViewport } from '../../ui/load-toast-viewport.ts'
import { clearFields, isField, valuesOf } from './form-fields.ts'
import { checkForm, type FormSchema, type Messages, messagesOf } from './form-messages.ts'
import { useFocusAfterwards } from './use-focus-afterwards.ts'

type FormOptions<Input, Answer> = {
  form: FormResponse['form']
  /** Schemas stay out of the first load: they come with the first focus, at the latest with the first submission. */
  loadSchema: () => Promise<FormSchema<Input>>
  send: Send<Input, Answer>
  onSent: (response: Answer) => void
  onFailed: (error: Error) => void
}

/** A form of uncontrolled fields that is checked in the browser, sent with fetch, and still works without JavaScript. */
export function usePublicForm<Input, Answer>(options: FormOptions<Input, Answer>) {
  const response = useFormResponse(options.form)
  const ref = useRef<HTMLFormElement>(null)
  const schema = useRef<FormSchema<Input>>(undefined)
  const [messages, setMessages] = useState<Messages>(() => messagesOf(response?.issues ?? []))
  const [message, setMessage] = useState(response?.message)
  const [isSubmitting, setIsSubmitting] = useState(false)
  const focusLater = useFocusAfterwards(ref, messages, isSubmitting)
  const submissionOf = useSubmissions<Input>()

  const loadSchema = async () => {
    schema.current ??= await options.loadSchema()
    return schema.current
  }

  const send = async (form: HTMLFormElement, input: Input) => {
    setIsSubmitting(true)
    setMessage(undefined)
    const outcome = await settle(options.send(submissionOf(input)))
    setIsSubmitting(false)
    if ('error' in outcome) {
      const issues = outcome.error instanceof ApiError ? (outcome.error.body.issues ?? []) : []
      setMessages(messagesOf(issues))
      focusLater(issues.length > 0 ? 'first-wrong' : 'button')
      options.onFailed(outcome.error)
    } else {
      submissionOf.forget()
      clearFields(form)
      focusLater('button')
      options.onSent(outcome.response)
    }
  }

  const submit = async (form: HTMLFormElement) => {
    const loaded = await loadSchema().catch(() => undefined)
    // The chunk of an old release is gone: the server checks the form as it does without JavaScript.
    if (!loaded) return form.submit()
    const checked = checkForm(loaded, valuesOf(form))
    setMessages(checked.messages)
    if (checked.input === undefined) return focusLater('first-wrong')
    await send(form, checked.input)
  }

  const recheck = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const name = isField(target) ? target.name : ''
    if (!messages[name] || !schema.current) return
    const checked = checkForm(schema.current, valuesOf(currentTarget))
    setMessages({ ...messages, [name]: checked.messages[name] })
  }

  const prepare = (event: FocusEvent) => {
    if (!isField(event.target)) return
    loadSchema().catch(() => {})
    // Fetched early: word of a failed submission must not depend on the network that failed.
    loadToastViewport().catch(() => {})
  }

  const handleSubmit = useOneAtATime(submit)
  const place = { ref, method: 'post', action: `/${options.form}`, noValidate: true } as const
  return {
    formProps: { ...place, onFocus: prepare, onInput: recheck, onSubmit: handleSubmit },
    fieldProps: (name: keyof Input & string) => ({
      name,
      defaultValue: response?.values[name],
      error: messages[name],
      disabled: isSubmitting,
    }),
    isSubmitting,
    /** A fault of the whole form, as the server found it. */
    message,
  }
}

/** What the server answered to this form without JavaScript; it belongs to the page that the form was sent to. */
function useFormResponse(form: FormResponse['form']): FormResponse | undefined {
  const { formAnswer } = useEnvironment()
  const { pathname } = useRouter()
  return formAnswer?.form === form && pathname === `/${form}` ? formAnswer : undefined
}

/** A repeat of what failed is sent under the same key, in case the first did arrive; anything else gets a new one. */
function useSubmissions<Input>() {
  const last = useRef<Submission<Input>>(undefined)
  const submissionOf = (input: Input) => {
    const isRepeat = JSON.stringify(last.current?.input) === JSON.stringify(input)
    if (!last.current || !isRepeat) last.current = submission(input)
    return last.current
  }
  const forget = () => {
    last.current = undefined
  }
  return Object.assign(submissionOf, { forget })
}

/** A second click while the first is being worked on does nothing, also before the fields are disabled. */
function useOneAtATime(submit: (form: HTMLFormElement) => Promise<void>) {
  const isBusy = useRef(false)
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy.current) return
    isBusy.current = true
    void submit(event.currentTarget).finally(() => {
      isBusy.current = false
    })
  }
}

async function settle<Answer>(sending: Promise<Answer>): Promise<{ response: Answer } | { error: Error }> {
  try {
    return { response: await sending }
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
}
