/** One line per page; git merges added lines without conflict (.gitattributes). */
export { accounts } from './accounts.ts';
export { audit } from './audit.ts';
export { conformance } from './conformance.ts';
export { cruiseRecord } from './cruiseRecord.ts';
export { cruiseRoutes } from './cruiseRoutes.ts';
export { friends } from './friends.ts';
export { home } from './home.ts';
export { inquiries } from './inquiries.ts';
export { inspector } from './inspector.ts';
export { keys } from './keys.ts';
export { mapEditor } from './mapEditor.ts';
export { maps } from './maps.ts';
export { outbox } from './outbox.ts';
export { pointLabels } from './pointLabels.ts';
export { robotData } from './robotData.ts';
export { userSetting } from './userSetting.ts';
