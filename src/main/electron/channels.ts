/** Channels between the preload script and the main process. The page itself uses only its port. */
export const CONNECT = 'eigenbench:connect';
/** Type of the window message that delivers the port to the page. */
export const PORT_MESSAGE = 'eigenbench:port';
/** From the shell to the page: a `ShellMessage`, forwarded as a window message of this type. */
export const TELL = 'eigenbench:tell';
/** From the preload script: paths dropped on the window. The page itself does not see them. */
export const DROPPED = 'eigenbench:dropped';
