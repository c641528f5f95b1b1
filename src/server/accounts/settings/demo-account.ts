/** The account of a local demo site, which the login page shows. */
export const demoAccount = { username: 'admin', password: 'dewlight-demo' }
