import { lateComponent } from '../../lib/late-component.tsx'

/** For pages on which a form stands below the first screen. */
export const LateNewsletterForm = lateComponent(() => import('./newsletter-form.tsx'), 'NewsletterForm')
export const LateContactForm = lateComponent(() => import('./contact-form.tsx'), 'ContactForm')
