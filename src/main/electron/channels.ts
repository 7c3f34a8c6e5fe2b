/** What the preload script and the main process say to each other. The page itself speaks only through its port. */
export const CONNECT = 'eigenbench:connect';
/** Type of the window message that brings the page its port. */
export const PORT_MESSAGE = 'eigenbench:port';
