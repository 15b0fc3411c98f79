/** The texts of the first screen, in one chunk. */
export const texts = import.meta.glob(['../../../locales/enUS/common.json', '../../../locales/enUS/signIn.json'], {
  eager: true,
  import: 'default',
});
