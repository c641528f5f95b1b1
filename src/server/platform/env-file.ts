/** Variables of the file `.env` in the current folder; those of the environment win. */
import cluster from 'node:cluster'
import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { parseEnvFile } from './parse-env-file.ts'

if (existsSync('.env')) load()

function load(): void {
  const { variables, warnings } = parseEnvFile(read())
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value
  // Workers read the same file.
  if (cluster.isPrimary) for (const warning of warnings) console.error(warning)
}

function read(): Buffer {
  try {
    return readFileSync('.env')
  } catch (error) {
    console.error(`The file .env cannot be read (${error instanceof Error ? error.message : error}).`)
    process.exit(1)
  }
}
