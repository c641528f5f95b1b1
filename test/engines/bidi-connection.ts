/** A connection of WebDriver BiDi: commands with their results, and events. */
export type BidiConnection = {
  send<Result>(method: string, params: object): Promise<Result>
  close(): void
}

export type BidiEvent = { method: string; params: { type?: string; level?: string; text?: string } }

type Response = { id: number; type: 'success' | 'error'; result?: unknown; error?: string; message?: string }

export async function openBidiConnection(
  address: string,
  onEvent: (event: BidiEvent) => void,
): Promise<BidiConnection> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error('Firefox does not accept a connection.'))
  })
  const waiting = new Map<number, (response: Response) => void>()
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Response | (BidiEvent & { id?: undefined })
    if (message.id === undefined) onEvent(message)
    else waiting.get(message.id)?.(message)
  }
  let last = 0
  return {
    async send<Result>(method: string, params: object): Promise<Result> {
      const id = ++last
      const { promise, resolve, reject } = Promise.withResolvers<Response>()
      const timer = setTimeout(() => reject(new Error(`${method}: no response within a minute`)), 60_000)
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
      const { type, result, error, message } = await promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(id)
      })
      if (type === 'error') throw new Error(`${method}: ${error}: ${message}`)
      return result as Result
    },
    close: () => socket.close(),
  }
}
