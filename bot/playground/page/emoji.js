// Returns a Unicode emoji. An application's own emoji aren't uploaded here.
export function emoji(given) {
  return given.emoji?.name && !given.emoji.id ? `${given.emoji.name} ` : null;
}
