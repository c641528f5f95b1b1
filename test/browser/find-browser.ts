import { existsSync } from 'node:fs'
import chromium from '@sparticuz/chromium'

type Browser = { executablePath: string; args: string[] }

const installed = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The machine's own Chromium, or the one that comes as a development dependency. */
export async function findBrowser(): Promise<Browser> {
  const found = installed.find((file) => file && existsSync(file))
  if (found) return { executablePath: found, args: quiet }
  return { executablePath: await chromium.executablePath(), args: [...quiet, ...chromium.args] }
}

/** Prefers Chromium's headless shell: the suite takes half of the processor time with it. */
export async function findHeadlessShell(): Promise<Browser> {
  const shell = '/usr/bin/chromium-headless-shell'
  return !process.env.CHROME_PATH && existsSync(shell) ? { executablePath: shell, args: quiet } : findBrowser()
}
