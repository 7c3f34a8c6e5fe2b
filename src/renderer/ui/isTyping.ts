/** Whether a key goes into a field; radios and check boxes take arrows and the space bar only. */
export function isTyping(event: KeyboardEvent): boolean {
  return (
    event.target instanceof HTMLElement &&
    event.target.closest('input:not([type=radio], [type=checkbox]), textarea, select') !== null
  );
}
