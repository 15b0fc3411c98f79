/** The report of a robot that says nothing about its devices. */
import { deviceReportOf } from '../../contract/rules/deviceReport.ts';

export const UNKNOWN_DEVICES = deviceReportOf({});
