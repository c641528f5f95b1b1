import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { openBidiConnection } from './bidi-connection.ts'
import { type Driver, EngineAbsent } from './driver.ts'

const installed = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

/** The machine's Firefox, headless on a new profile, over WebDriver BiDi. */
export async function startFirefox(executables = installed): Promise<Driver> {
  const executable = executables.find((file) => existsSync(file))
  if (!executable) throw new EngineAbsent('Firefox is not installed (Debian: firefox-esr).')
  const profile = mkdtempSync(path.join(tmpdir(), 'dewlight-firefox-'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank']
  const child = spawn(executable, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const address = await addressOf(child)
    // A full pipe would stop Firefox.
    child.stderr.resume()
    return await connect(address, end)
  } catch (error) {
    await end()
    throw error
  }
}

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  for await (const line of createInterface(stderr!)) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    if (address) return `${address}/session`
  }
  throw new Error('Firefox did not start.')
}

type Evaluation =
  | { type: 'success'; result: { type: string; value?: string; sharedId?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } }

async function connect(address: string, end: () => Promise<void>): Promise<Driver> {
  const problems: string[] = []
  const { send, close } = await openBidiConnection(address, ({ method, params: { type, level, text = '' } }) => {
    if (method === 'log.entryAdded' && type === 'javascript' && level === 'error') problems.push(text)
  })
  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'ignore' } } },
  })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]!.context

  return {
    name: `Firefox ${capabilities.browserVersion}`,
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async call(run, ...args) {
      const evaluation = await send<Evaluation>('script.callFunction', {
        functionDeclaration: `async (args) => JSON.stringify(await (${run})(...JSON.parse(args)))`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        target: { context },
        awaitPromise: true,
        userActivation: false,
      })
      if (evaluation.type === 'exception') throw new Error(evaluation.exceptionDetails.text)
      return evaluation.result.value === undefined ? undefined : JSON.parse(evaluation.result.value)
    },
    perform: (actions) => send('input.performActions', { context, actions }),
    async chooseFiles(selector, files) {
      const { nodes } = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value: selector },
      })
      await send('input.setFiles', { context, element: { sharedId: nodes[0]!.sharedId }, files })
    },
    takeProblems: () => problems.splice(0),
    async close() {
      close()
      await end()
    },
  }
}
