interface TextPart {
  readonly text: string;
  readonly sub: boolean;
}

/** The parts of a text. Subscripts follow _: small letters and digits, and one more: "X_n", "U_rᵀ", "x_t+1". */
export function subscriptParts(text: string): TextPart[] {
  return text.split(/_([a-zα-ω\d]+(?:\+1)?)/u).flatMap((part, at) => (part ? [{ text: part, sub: at % 2 === 1 }] : []));
}
