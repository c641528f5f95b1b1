import { lateComponent } from '../../lib/late-component.tsx'

/** Pages whose form stands below the first screen use these. */
export const LateNewsletterForm = lateComponent(() => import('./newsletter-form.tsx'), 'NewsletterForm')
export const LateContactForm = lateComponent(() => import('./contact-form.tsx'), 'ContactForm')
