/** What `eigenbench figure --kind` may be. */
export const figureKinds = ['curves', 'heat-map', 'cmc', 'roc', 'two-class-roc', 'ranks'] as const;

export type FigureKind = (typeof figureKinds)[number];
