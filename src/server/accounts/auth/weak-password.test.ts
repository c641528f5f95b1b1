import { expect, test } from 'vitest'
import { testApp } from '../../../../test/test-app.ts'
import { weaknessOf } from './weak-password.ts'

const names = ['Glow & Calm', 'www.glow.example']

test.each([
  'q1w2e3r4t5y6',
  'Q1W2E3R4T5Y6',
  '1qaz2wsx3edc',
  'Password1234!',
  'passwordpassword',
  '123456123456',
  '2026 Iloveyou!!',
])('%s is too common', async (password) => {
  expect(await weaknessOf(password, names)).toBe(
    'This password is one of the most common ones. Please choose another one.',
  )
})

test.each(['glowcalm1234', 'Glow & Calm 2026', 'glowcalmglowcalm', 'www.glow.example', 'glow.example!'])(
  '%s is the name of the site',
  async (password) => {
    expect(await weaknessOf(password, names)).toBe('This password is the name of the site. Please choose another one.')
  },
)

test.each([
  'a long enough password',
  'correct horse battery',
  'glow calm and a lake',
  'K2vQ9-mm3x-77Lp',
  '839274650193',
  'q83749283749283749',
])('%s may be chosen', async (password) => {
  expect(await weaknessOf(password, names)).toBeUndefined()
})

test('a new password that is common or the name of the site is rejected', async () => {
  const { asOwner } = await testApp({ settings: { brand: 'Glow & Calm' } })
  for (const newPassword of ['Password1234!', 'glowcalm 2026', 'localhost1234']) {
    const json = { currentPassword: 'a long enough password', newPassword }
    const rejected = await asOwner('/api/auth/password', { method: 'PUT', json })
    expect(rejected.status).toBe(400)
    expect(await rejected.json()).toMatchObject({ issues: [{ path: 'newPassword' }] })
  }
})
