import { expect, test } from 'vitest'
import { LoginInput } from '../../../contract/accounts/auth.ts'
import { ContactInput } from '../../../contract/audience/contacts.ts'
import { SubscriberInput } from '../../../contract/audience/subscribers.ts'
import { checkForm, messagesOf } from './form-messages.ts'

test('an empty contact form names what each field needs', () => {
  const { input, messages } = checkForm(ContactInput, { name: '', email: '', subject: '', message: '' })
  expect(input).toBeUndefined()
  expect(messages).toEqual({
    name: 'Name must be at least 2 characters',
    email: 'Please enter a valid email address',
    subject: 'Subject must be at least 2 characters',
    message: 'Message must be at least 10 characters',
  })
})

test('spaces do not count as characters of a message', () => {
  const values = { name: 'Ada', email: 'ada@mail.example', subject: 'Hello', message: '   short   ' }
  expect(checkForm(ContactInput, values).messages).toEqual({ message: 'Message must be at least 10 characters' })
})

test('a good contact form is sent trimmed', () => {
  const values = { name: ' Ada ', email: ' ada@mail.example ', subject: 'Hello', message: 'Which cleanser is first?' }
  expect(checkForm(ContactInput, values).input).toEqual({
    name: 'Ada',
    email: 'ada@mail.example',
    subject: 'Hello',
    message: 'Which cleanser is first?',
  })
})

test('the newsletter needs an address but no name', () => {
  expect(checkForm(SubscriberInput, { name: '', email: 'ada' }).messages).toEqual({
    email: 'Please enter a valid email address',
  })
  expect(checkForm(SubscriberInput, { name: '', email: 'ada@mail.example' }).messages).toEqual({})
})

test('an empty login form has an issue for both fields', () => {
  expect(checkForm(LoginInput, { username: '', password: '' }).messages).toEqual({
    username: 'Username is required',
    password: 'Password is required',
  })
})

test('a field shows the first of its messages', () => {
  const issues = [
    { path: 'email', message: 'Required' },
    { path: 'email', message: 'Please enter a valid email address' },
  ]
  expect(messagesOf(issues)).toEqual({ email: 'Required' })
})
