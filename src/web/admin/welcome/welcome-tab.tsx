import { Welcome } from './welcome.tsx'

/** The welcome at an address of its own, for the checklist. */
export function WelcomeTab() {
  return <Welcome />
}
