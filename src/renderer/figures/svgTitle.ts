/** The title of a picture that the engine drew, read as text: the page may not parse markup (trusted types). */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Empty where the picture has none. */
export function svgTitle(svg: string): string {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(svg) ?? [];
  return title.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]);
}
