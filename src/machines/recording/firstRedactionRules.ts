/**
 * The redaction rules of the machines that run before any page but sign-in and home: those of the app, of the frame, and
 * of these two pages. They load with the recorder; definePage.ts adds the others before a page starts its machines.
 */
import { rulesIn } from './rulesIn.ts';

export const firstRedactionRules = rulesIn(
  import.meta.glob<Readonly<Record<string, unknown>>>(
    '../{alarms,app,calls,connection,factories,fleet,frame,home,navigation,notices,pendingStops,preferences,session,signIn}/*.redaction.ts',
    { eager: true },
  ),
);
