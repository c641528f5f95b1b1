import type { DemoRoutine } from './demo-routine.ts'
import { firstRoutines } from './routines-first.ts'
import { furtherRoutines } from './routines-further.ts'

export const demoRoutines: DemoRoutine[] = [...firstRoutines, ...furtherRoutines]
