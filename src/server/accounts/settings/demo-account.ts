/** The account of a site that is only being tried out, on its owner's own machine. The login page shows it. */
export const demoAccount = { username: 'admin', password: 'dewlight-demo' }
