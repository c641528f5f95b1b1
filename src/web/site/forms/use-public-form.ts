import { type FocusEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { FormResponse } from '../../../contract/platform/form-response.ts'
import { ApiError } from '../../data/api.ts'
import { type Send, type Submission, submission } from '../../data/mutations.ts'
import { useEnvironment } from '../../environment.tsx'
import { useRouter } from '../../lib/router.tsx'
import { loadToastViewport } from '../../ui/load-toast-viewport.ts'
import { clearFields, isField, valuesOf } from './form-fields.ts'
import { checkForm, type FormSchema, type Messages, messagesOf } from './form-messages.ts'
import { dropFormResponse, fieldId, useFormResponse } from './form-response.ts'
import { discardFields, keepFields } from './kept-fields.ts'

type FormOptions<Input, Answer> = {
  form: FormResponse['form']
  /** Lazy: schemas are loaded with the first focus, at the latest with the first submission. */
  loadSchema: () => Promise<FormSchema<Input>>
  send: Send<Input, Answer>
  onSent: (response: Answer) => void
  /** Shows its toast; the form shows what it returns, until the next try. */
  onFailed: (error: Error) => Failure | undefined
  /** The form shows `sent` itself, which takes the focus. */
  hasNotice?: boolean
}

/** Why a form was not accepted, and the fields that are wrong according to that. */
type Failure = { message: string; fields?: string[] | undefined }

/** A form of uncontrolled fields that is validated in the browser and sent with fetch; works without JavaScript too. */
export function usePublicForm<Input, Answer>(options: FormOptions<Input, Answer>) {
  const posted = useFormResponse()
  const environment = useEnvironment()
  const [response] = useState(posted?.form === options.form ? posted : undefined)
  const ref = useRef<HTMLFormElement>(null)
  const schema = useRef<FormSchema<Input>>(undefined)
  const [messages, setMessages] = useState<Messages>(() => messagesOf(response?.issues ?? []))
  const [fromServer] = useState(() => failureOf(response))
  const [failure, setFailure] = useState(fromServer)
  const failureId = `${options.form}-failure`
  const [isSubmitting, setIsSubmitting] = useState(false)
  const [sent, setSent] = useState<Answer>()
  const focusLater = useFocusAfterwards(ref, messages, isSubmitting)
  const submissionOf = useSubmissions<Input>()
  const place = `${options.form} ${useRouter().pathname}`

  useEffect(() => (ref.current ? keepFields(ref.current, place) : undefined), [place])

  const loadSchema = async () => {
    schema.current ??= await options.loadSchema()
    return schema.current
  }

  const send = async (form: HTMLFormElement, input: Input) => {
    setIsSubmitting(true)
    setSent(undefined)
    const outcome = await settle(options.send(submissionOf(input)))
    setIsSubmitting(false)
    focusLater()
    if ('error' in outcome) {
      const issues = outcome.error instanceof ApiError ? (outcome.error.body.issues ?? []) : []
      const found = messagesOf(issues)
      setMessages(found)
      const why = options.onFailed(outcome.error)
      // Messages of fields in sight say more.
      if (!wrongFieldOf(form, found)) setFailure(why)
    } else {
      submissionOf.reset()
      clearFields(form)
      discardFields(place)
      if (options.hasNotice) setSent(outcome.response)
      options.onSent(outcome.response)
    }
  }

  const submit = async (form: HTMLFormElement) => {
    const loaded = await loadSchema().catch(() => undefined)
    // The chunk of an old release is missing: the server validates the form as it does without JavaScript.
    if (!loaded) {
      discardFields(place)
      return form.submit()
    }
    const checked = checkForm(loaded, valuesOf(form))
    if (response) dropFormResponse(environment)
    setMessages(checked.messages)
    setFailure(undefined)
    if (wrongFieldOf(form, checked.messages)) return focusLater()
    // The server says what is wrong with a value that is in no field.
    await send(form, checked.input ?? (valuesOf(form) as Input))
  }

  const recheck = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    setSent(undefined)
    const name = isField(target) ? target.name : ''
    if (!messages[name] || !schema.current) return
    const checked = checkForm(schema.current, valuesOf(currentTarget))
    setMessages({ ...messages, [name]: checked.messages[name] })
  }

  const prepare = (field: Element | null) => {
    if (!isField(field)) return
    loadSchema().catch(() => {})
    // Preloaded: the toast of a failed submission must not depend on the network that failed.
    loadToastViewport().catch(() => {})
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a focus from before hydration is seen once
  useEffect(() => {
    if (ref.current?.contains(document.activeElement)) prepare(document.activeElement)
  }, [])

  const handleSubmit = useOneAtATime(submit)
  const attributes = { ref, method: 'post', action: `/${options.form}`, noValidate: true, 'data-client': '' } as const
  return {
    formProps: {
      ...attributes,
      onFocus: ({ target }: FocusEvent) => prepare(target),
      onInput: recheck,
      onSubmit: handleSubmit,
    },
    fieldProps: (name: keyof Input & string) => ({
      name,
      defaultValue: response?.values[name],
      error: messages[name],
      invalidBy: failure?.fields?.includes(name) ? failureId : undefined,
      ...(response && { id: fieldId(options.form, name) }),
      disabled: isSubmitting,
    }),
    isSubmitting,
    /** The response to the last submission, until the reader writes again. */
    sent,
    writeAgain() {
      setSent(undefined)
      ;[...(ref.current?.elements ?? [])].find(isField)?.focus()
    },
    /** The properties of the message about the form as a whole. */
    failure: failure && { id: failureId, isFocused: failure !== fromServer, children: failure.message },
  }
}

function failureOf(response: FormResponse | undefined): Failure | undefined {
  return response?.message === undefined ? undefined : { message: response.message, fields: response.fields }
}

/** A repeated submission has the same idempotency key, in case the first has arrived. */
function useSubmissions<Input>() {
  const last = useRef<Submission<Input>>(undefined)
  const submissionOf = (input: Input) => {
    const isRepeat = JSON.stringify(last.current?.input) === JSON.stringify(input)
    if (!last.current || !isRepeat) last.current = submission(input)
    return last.current
  }
  const reset = () => {
    last.current = undefined
  }
  return Object.assign(submissionOf, { reset })
}

/** Ignores a second submission during the first, also before the fields are disabled. */
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

function wrongFieldOf(form: HTMLFormElement, messages: Messages) {
  return [...form.elements].filter(isField).find(({ name }) => messages[name])
}

/**
 * Moves the focus once the fields are enabled and their messages rendered, so that screen readers announce both: to the first
 * wrong field, else to the message about the form, else to the button, until a notice is loaded and takes it.
 */
function useFocusAfterwards(ref: RefObject<HTMLFormElement | null>, messages: Messages, isSubmitting: boolean) {
  const isWanted = useRef(Object.keys(messages).length > 0)

  useEffect(() => {
    const form = ref.current
    if (isSubmitting || !isWanted.current || !form) return
    isWanted.current = false
    const target = wrongFieldOf(form, messages) ?? form.querySelector<HTMLElement>('[id$="-failure"]')
    if (target) target.focus()
    // The button lost the focus while it was disabled; a reader who has focused something else is not interrupted.
    else if (document.activeElement === document.body) form.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [ref, messages, isSubmitting])

  return () => {
    isWanted.current = true
  }
}
