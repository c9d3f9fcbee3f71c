// An emoji that everybody has; those of an application are not uploaded here.
export function emoji(given) {
  return given.emoji?.name && !given.emoji.id ? `${given.emoji.name} ` : null;
}
