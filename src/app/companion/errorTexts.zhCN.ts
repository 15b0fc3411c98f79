/** The texts of errors, loaded with the first one. */
export { default as texts } from '../../../locales/zhCN/errors.json';
