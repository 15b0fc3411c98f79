/** The texts of the first screen, in one chunk. */
export const texts = import.meta.glob(['../../../locales/zhCN/common.json', '../../../locales/zhCN/signIn.json'], {
  eager: true,
  import: 'default',
});
