/** Whether (U_cᵀ X) U_r takes fewer operations than U_cᵀ (X U_r), for X of rows × cols and a code of q_c × q_r. */
export function leftProductIsCheaper(rows: number, cols: number, qc: number, qr: number): boolean {
  return qc * cols * (rows + qr) < qr * rows * (cols + qc);
}
