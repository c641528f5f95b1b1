// @vitest-environment jsdom
import { fireEvent, getByLabelText, getByRole, waitFor } from '@testing-library/dom'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../../data/api.ts'
import { type Environment, EnvironmentContext } from '../../environment.tsx'
import { Router } from '../../lib/router.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Field } from './field.tsx'
import { usePublicForm } from './use-public-form.ts'

const Input = z.object({ token: z.string().check(z.maxLength(5)), username: z.string() })
const send = vi.fn<() => Promise<unknown>>()
let root: Root

function Form({ token }: { token: string }) {
  const { formProps, fieldProps, failure } = usePublicForm({
    form: 'setup',
    loadSchema: async () => Input,
    send,
    onSent: () => undefined,
    onFailed: ({ message }) => ({ message }),
  })
  return (
    <form {...formProps} aria-label="Set up">
      {failure && <StatusMessage tone="error" {...failure} />}
      <input type="hidden" name="token" defaultValue={token} />
      <Field {...fieldProps('username')} label="Username" autoComplete="username" />
      <button type="submit">Save</button>
    </form>
  )
}

async function submit(token: string, ...issues: { path: string; message: string }[]): Promise<void> {
  send.mockRejectedValue(new ApiError(422, { message: 'This link is not valid.', issues }, ''))
  await submitTo({}, token)
}

async function submitTo(environment: Partial<Environment>, token: string): Promise<void> {
  await act(async () =>
    root.render(
      <EnvironmentContext value={environment as Environment}>
        <Router href="/setup" load={async () => undefined} prefetch={() => undefined}>
          <Form token={token} />
        </Router>
      </EnvironmentContext>,
    ),
  )
  await act(async () => void fireEvent.submit(getByRole(document.body, 'form', { name: 'Set up' })))
  await waitFor(() => expect(send).toHaveBeenCalled())
}

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

beforeEach(() => {
  send.mockReset()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})

afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

test.each(['short', 'longer than the schema accepts'])(
  'a fault of a value without a field is a focused message of the form: %s',
  async (token) => {
    await submit(token, { path: 'token', message: 'Too long' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('422: This link is not valid.'))
  },
)

test('a fault of a field stands at the field, which is focused', async () => {
  await submit('short', { path: 'token', message: 'Too long' }, { path: 'username', message: 'It is taken' })
  const field = getByLabelText(document.body, 'Username')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.body.textContent).not.toContain('This link is not valid.')
})

test('a form that the server rejected loses the summary and the title of that when scripts send it again', async () => {
  document.body.insertAdjacentHTML('beforeend', '<div><section><h2 id="errors">There is a problem</h2></section></div>')
  document.title = 'Error: Set up'
  const formResponse = {
    form: 'setup' as const,
    values: { username: 'rosa' },
    issues: [{ path: 'username', message: 'It is taken' }],
  }
  const environment: Partial<Environment> = { formResponse }
  send.mockResolvedValue({})
  await submitTo(environment, 'short')
  expect(document.title).toBe('Set up')
  expect(document.getElementById('errors')).toBeNull()
  expect(getByLabelText(document.body, 'Username').getAttribute('aria-invalid')).not.toBe('true')
  // The page has none when it is shown again.
  expect(environment.formResponse).toBeUndefined()
})
