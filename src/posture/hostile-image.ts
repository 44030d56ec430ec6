/** What can be said where the image, and not the step, would have to be hostile. */
export const IMAGE_ONLY =
  "A step can't change the image. Against a hostile image only its choice helps: pin it by digest."
