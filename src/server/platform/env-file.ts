/** Variables of the file `.env` in the current folder; those of the environment win. */
import { existsSync } from 'node:fs'

if (existsSync('.env')) process.loadEnvFile('.env')
