import { readdirSync, readFileSync } from 'node:fs'

/** The threads of this process on Linux, with their scheduling policy as in sched(7) and the list of cores that they may use. */
export function threads(): { name: string; policy: string; cores: string }[] {
  return readdirSync('/proc/self/task').map((id) => {
    const read = (file: string) => readFileSync(`/proc/self/task/${id}/${file}`, 'utf8')
    return {
      name: read('comm').trim(),
      // Field 41 of proc(5); the name, in parentheses, may contain spaces.
      policy: read('stat').split(') ').at(-1)!.split(' ')[38]!,
      cores: /^Cpus_allowed_list:\s*(\S+)/m.exec(read('status'))![1]!,
    }
  })
}
