/** Prompts for a password without echo on a terminal, otherwise reads the first line of stdin. */
export async function readPassword(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readAll()).split(/\r?\n/)[0]!
  process.stdout.write(question)
  process.stdin.setRawMode(true)
  process.stdin.setEncoding('utf8')
  try {
    return await readKeys()
  } finally {
    process.stdin.setRawMode(false)
    process.stdin.pause()
    process.stdout.write('\n')
  }
}

async function readAll(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString('utf8')
}

function readKeys(): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = ''
    const onData = (text: string) => {
      for (const key of text) {
        if (key === '\r' || key === '\n') return finish(() => resolve(typed))
        if (key === '\u0003' || key === '\u0004')
          return finish(() => reject(new Error('Cancelled. Nothing was changed.')))
        if (key === '\u007f' || key === '\b') typed = [...typed].slice(0, -1).join('')
        else if (key >= ' ') typed += key
      }
    }
    const finish = (settle: () => void) => {
      process.stdin.off('data', onData)
      settle()
    }
    process.stdin.on('data', onData)
  })
}
