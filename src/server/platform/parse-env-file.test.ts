import { expect, test } from 'vitest'
import { parseEnvFile } from './parse-env-file.ts'

const parse = (text: string) => parseEnvFile(Buffer.from(text))

test('a variable that ends before a # without quotation marks is named, and its value is not', () => {
  const { variables, warnings } = parse('ADMIN_USERNAME=nora\r\nADMIN_PASSWORD=correct-horse#battery-1\r\nPORT=80\r\n')
  expect(variables).toEqual({ ADMIN_USERNAME: 'nora', ADMIN_PASSWORD: 'correct-horse', PORT: '80' })
  expect(warnings).toEqual([
    '.env: the value of ADMIN_PASSWORD ends before its first #, where a comment begins. ' +
      'If the # belongs to the value, put the value in quotation marks.',
  ])
})

test.each([
  ['a #', 'SMTP_URL=smtps://me:pa#ss@mail.example', ['SMTP_URL']],
  ['several', 'A=1#2\nexport B = 3#4', ['A', 'B']],
  ['the first character', 'SECRET_KEY=#0123', ['SECRET_KEY']],
  ['a blank before it, in a secret', 'ADMIN_PASSWORD=correct horse # battery', ['ADMIN_PASSWORD']],
  ['a comment after a value or none', 'PORT=80 # of the proxy\nMETRICS_TOKEN= # none', []],
  ['a comment of its own line', '# ADMIN_PASSWORD=a#b\n  #PORT=1#2', []],
  ['quotation marks', `A="a#b"\nB='a#b'\nC=\`a#b\` # and a comment\nD="two\nE=li#nes"`, []],
  ['after quotation marks', 'ADMIN_PASSWORD="a"#b', ['ADMIN_PASSWORD']],
  ['an open quotation mark', `ADMIN_PASSWORD='a#b`, ['ADMIN_PASSWORD']],
])('of %s, these variables are named', (_, text, names) => {
  expect(parse(text).warnings.map((warning) => /value of (\w+)/.exec(warning)![1])).toEqual(names)
})

test.each([
  ['the quotation mark of the value in it', `ADMIN_PASSWORD='it's #fine'`, { ADMIN_PASSWORD: 'it' }],
  ['text after it', 'ADMIN_PASSWORD="a"bc', { ADMIN_PASSWORD: 'a' }],
])('a quoted value that ends early is named: %s', (_, text, variables) => {
  expect(parse(text)).toEqual({
    variables,
    warnings: [
      '.env: the value of ADMIN_PASSWORD ends at its second quotation mark, and the rest of the line is left out. ' +
        'Put a value that contains quotation marks in others: ", \' or `.',
    ],
  })
})

test('a quoted value that goes on over other variables is named', () => {
  const { variables, warnings } = parse(`SMTP_URL="smtps://mail.example\nPORT=80\nSITE_NAME="`)
  expect(variables.PORT).toBeUndefined()
  expect(warnings).toEqual([
    '.env: the value of SMTP_URL includes the variables of the lines after it, up to the next quotation mark. ' +
      'Close its quotation marks in its own line.',
  ])
  expect(parse(`KEY='-----BEGIN KEY-----\nQUJD=\nA=b\n-----END KEY-----' # of the proxy\nPORT=80`).warnings).toEqual([])
})

test('a byte order mark is not part of the first name', () => {
  expect(parse('\uFEFFPORT=80\n').variables).toEqual({ PORT: '80' })
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('PORT=80\r\nHOST=::\r\n', 'utf16le')])
  expect(parseEnvFile(wide)).toEqual({ variables: { PORT: '80', HOST: '::' }, warnings: [] })
})
