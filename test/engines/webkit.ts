import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Driver, EngineAbsent } from './driver.ts'
import { freePort } from './free-port.ts'

const installed = {
  driver: '/usr/bin/WebKitWebDriver',
  browsers: '/usr/{lib,lib/*,lib64,libexec}/webkit2gtk-4.*/MiniBrowser',
  display: '/usr/bin/Xvfb',
}

/** WebKitGTK's small browser on a virtual display, over WebDriver. */
export async function startWebKit(programs = installed): Promise<Driver> {
  const [browser] = globSync(programs.browsers)
  if (!browser || !existsSync(programs.driver))
    throw new EngineAbsent('WebKitGTK is not installed (Debian: webkit2gtk-driver).')
  if (!existsSync(programs.display))
    throw new EngineAbsent('WebKitGTK needs a display, and Xvfb is not installed (Debian: xvfb).')
  const display = await startDisplay(programs.display)
  const port = await freePort()
  const child = spawn(programs.driver, ['-p', String(port)], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
    },
  })
  const end = async () => {
    for (const process of [child, display.process]) {
      if (process.exitCode !== null || process.signalCode !== null) continue
      const ended = once(process, 'exit')
      process.kill('SIGTERM')
      await ended
    }
  }
  try {
    return await connect(`http://127.0.0.1:${port}`, browser, end)
  } catch (error) {
    await end()
    throw error
  }
}

/** Xvfb chooses a free display and writes its number to descriptor 3. */
async function startDisplay(program: string) {
  const child = spawn(program, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  for await (const line of createInterface(child.stdio[3] as NodeJS.ReadableStream))
    return { name: `:${line}`, process: child }
  throw new Error('Xvfb did not start.')
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

async function connect(driver: string, binary: string, end: () => Promise<void>): Promise<Driver> {
  const send = sendTo(driver)
  await waitForDriver(driver)
  const { sessionId, capabilities } = await send<Session>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        unhandledPromptBehavior: 'ignore',
      },
    },
  })
  const session = `/session/${sessionId}`
  await send('POST', `${session}/timeouts`, { script: 30_000, pageLoad: 60_000 })
  await send('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1300, height: 900 })

  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    open: (url) => send('POST', `${session}/url`, { url }),
    async call(run, ...args) {
      const script = `
        const done = arguments[1]
        const result = (async () => JSON.stringify(await (${run})(...JSON.parse(arguments[0]))))()
        result.then((value) => done({ value }), (error) => done({ error: String(error) }))`
      const { value, error } = await send<{ value?: string; error?: string }>('POST', `${session}/execute/async`, {
        script,
        args: [JSON.stringify(args)],
      })
      if (error) throw new Error(error)
      return value === undefined ? undefined : JSON.parse(value)
    },
    perform: (actions) => send('POST', `${session}/actions`, { actions }),
    async chooseFiles(selector, files) {
      const element = await send<Record<string, string>>('POST', `${session}/element`, {
        using: 'css selector',
        value: selector,
      })
      await send('POST', `${session}/element/${element[ELEMENT]}/value`, { text: files.join('\n') })
    },
    // The protocol has no events.
    takeProblems: () => [],
    async close() {
      await send('DELETE', session).catch(() => {})
      await end()
    },
  }
}

type Session = { sessionId: string; capabilities: { browserVersion: string } }

/** A command of WebDriver: the value of its response, or an error. */
function sendTo(driver: string) {
  return async <Result>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Result> => {
    const signal = AbortSignal.timeout(90_000)
    const response = await fetch(driver + path, { method, body: body && JSON.stringify(body), signal })
    const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`)
    return value
  }
}

async function waitForDriver(driver: string): Promise<void> {
  const end = performance.now() + 30_000
  while (!(await fetch(`${driver}/status`).catch(() => undefined))?.ok) {
    if (performance.now() > end) throw new Error('WebKitWebDriver did not start.')
    await sleep(50)
  }
}
