/** How long data is kept, which the clean-up does and the privacy policy states. */

/** Days after which mails lose their text, whether they were sent or given up. */
export const MAIL_TEXT_DAYS = 30
/** Days within which a sign-up is confirmed or deleted. */
export const UNCONFIRMED_DAYS = 30
/** Days for which a deleted message can be restored. */
export const DELETED_MESSAGE_DAYS = 30
/** Days after which a message in the spam folder is deleted. */
export const SPAM_DAYS = 90
/** Days after its last request for which an address without a page is kept. */
export const MISSING_PAGE_DAYS = 180
/** Months for which clicks, page views, conversions and the sums of days are kept. */
export const ANALYTICS_MONTHS = 26
