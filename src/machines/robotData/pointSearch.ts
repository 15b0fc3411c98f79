/** The search in the list of points, shared by the list and by the choice that it filters. */
export const isPointFound = (name: string, keyword: string): boolean =>
  name !== '' && name.toLowerCase().includes(keyword.trim().toLowerCase());
