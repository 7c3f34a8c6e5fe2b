/** What the preload script and the main process say to each other. The page itself speaks only through its port. */
export const CONNECT = 'eigenbench:connect';
/** Type of the window message that brings the page its port. */
export const PORT_MESSAGE = 'eigenbench:port';
/** From the shell to the page: a `ShellMessage`, passed on as a window message of this type. */
export const TELL = 'eigenbench:tell';
/** From the preload script: paths of what the user dropped on the window. The page itself does not see them. */
export const DROPPED = 'eigenbench:dropped';
