export type ToastCopy = {
  title: string
  description?: string
  variant?: 'destructive'
  /** A button in the notification, such as 'Undo'. */
  action?: { label: string; onSelect: () => void }
}

/** Toasts and error texts, in the specification's order. */
export const copy = {
  categoriesFailed: 'Failed to load categories',
  postsFailed: 'Failed to load posts. Please try again later.',
  productsFailed: 'Failed to load products. Please try again later.',
  subscribeFailed: {
    title: 'Subscription failed',
    description: 'There was an error subscribing to the newsletter. Please try again.',
    variant: 'destructive',
  },
  subscribed: { title: 'Subscription successful!', description: 'Thank you for joining our style community.' },
  /** Where mail is set up, and the second step is still to come. */
  subscribedByMail: {
    title: 'Subscription successful!',
    description: 'Thank you for joining our style community. Please confirm it with the link in the mail we sent you.',
  },
  contactFailed: {
    title: 'Submission failed',
    description: 'There was an error sending your message. Please try again.',
    variant: 'destructive',
  },
  contactSent: {
    title: 'Message sent!',
    description: "Thank you for your message. I'll get back to you as soon as possible.",
  },
  searchFailed: 'Failed to fetch search results',
  aboutFailed: 'Failed to load this text. Please try again later.',
} as const satisfies Record<string, string | ToastCopy | ((message: string) => ToastCopy)>
