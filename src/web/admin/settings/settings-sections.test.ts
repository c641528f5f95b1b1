import { expect, test } from 'vitest'
import { settingFields, settingsGroups } from '../../../contract/accounts/setting-fields.ts'
import { matching } from '../commands/match.ts'
import { settingCommands, settingsPages } from './settings-sections.ts'

test('every page of the settings is in a group, has an address of its own and something that is found on it', () => {
  expect(new Set(settingsPages.map(({ name }) => name)).size).toBe(settingsPages.length)
  expect(new Set(settingsPages.map(({ group }) => group))).toEqual(new Set(Object.keys(settingsGroups)))
  expect(settingsPages.filter(({ entries }) => entries.length === 0)).toEqual([])
})

test('every setting is found by its label, on its page', () => {
  for (const { label } of Object.values(settingFields))
    expect(matching(settingCommands, label).map((found) => found.label)).toContain(label)
  expect(matching(settingCommands, 'time zone')[0]).toMatchObject({
    label: 'Time zone',
    detail: 'Settings › Region',
    href: '/admin/settings/region?setting=Time%20zone',
  })
})

test('a setting is found by its hint and by what it is called elsewhere', () => {
  const labelsOf = (term: string) => matching(settingCommands, term).map(({ label }) => label)
  expect(labelsOf('smtp')).toContain('Mail server')
  expect(labelsOf('GDPR')).toContain('Email address of the person')
  expect(labelsOf('footer')).toContain('Tagline')
})
