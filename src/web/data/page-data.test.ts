import { expect, test } from 'vitest'
import { Settings } from '../../contract/accounts/site.ts'
import { defaultTexts } from './page-data.ts'

test('a page leaves out texts that are the defaults of the contract, which the browser repeats', () => {
  expect(Settings.parse({})).toMatchObject(defaultTexts)
})
