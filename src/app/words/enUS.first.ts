/** The texts of the first screen, in one chunk. */
export const words = import.meta.glob(['../../../locales/enUS/common.json', '../../../locales/enUS/signIn.json'], {
  eager: true,
  import: 'default',
});
