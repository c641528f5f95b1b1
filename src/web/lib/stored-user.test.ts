import { expect, test } from 'vitest'
import { isUser } from './stored-user.ts'

test('a response with a name is a signed-in user', () => {
  expect(isUser({ id: 1, username: 'nora', name: 'Nora Ellery' })).toBe(true)
})

test('a response with a message is treated as signed out', () => {
  expect(isUser({ message: 'Not signed in' })).toBe(false)
  expect(isUser({ id: 1, username: 'nora', name: 'Nora Ellery', message: 'Session expired' })).toBe(false)
})

test('null and other values are not a user', () => {
  expect(isUser(null)).toBe(false)
  expect(isUser('nora')).toBe(false)
  expect(isUser({ id: 1 })).toBe(false)
})
