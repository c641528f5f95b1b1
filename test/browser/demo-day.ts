import { dayIn } from '../../src/contract/platform/days.ts'

/** Today (`YYYY-MM-DD`) in the time zone of the demo, where the day starts four or five hours after that of UTC. */
export const demoDay = () => dayIn('America/New_York', new Date())
