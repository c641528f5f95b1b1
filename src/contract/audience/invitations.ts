import { FOOTER_INVITATION } from './sign-up-words.ts'

const invitation = 'New guides and honest finds for beginners. No spam, and you can leave at any time.'

/** The words above the fields of each form of the newsletter, by its place. */
export const invitations = {
  'newsletter-page': 'New guides for beginners, now and then, and nothing you did not ask for.',
  home: invitation,
  footer: FOOTER_INVITATION,
  post: invitation,
} as const

export type SignUpForm = keyof typeof invitations
