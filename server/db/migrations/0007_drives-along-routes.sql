CREATE TABLE "cruise_visits" (
	"drive_id" text NOT NULL,
	"loop" integer NOT NULL,
	"stop" integer NOT NULL,
	"area_id" text NOT NULL,
	"name" jsonb NOT NULL,
	"state" text NOT NULL,
	"arrived_at" timestamp (3) with time zone,
	"left_at" timestamp (3) with time zone,
	CONSTRAINT "cruise_visits_drive_id_loop_stop_pk" PRIMARY KEY("drive_id","loop","stop")
);
--> statement-breakpoint
ALTER TABLE "cruise_records" ADD COLUMN "robot_name" jsonb DEFAULT '""'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cruise_records" ADD COLUMN "floor" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "cruise_records" ADD COLUMN "phase" text;--> statement-breakpoint
ALTER TABLE "cruise_records" ADD COLUMN "language" text DEFAULT 'zhCN' NOT NULL;--> statement-breakpoint
ALTER TABLE "cruise_records" ADD COLUMN "leg" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cruise_records" ADD COLUMN "plan" jsonb;--> statement-breakpoint
ALTER TABLE "cruise_records" ADD COLUMN "course" jsonb;--> statement-breakpoint
ALTER TABLE "cruise_records" ADD COLUMN "arrived" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cruise_records" ADD COLUMN "skipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cruise_records" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cruise_records" ADD COLUMN "demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "cruise_visits" ADD CONSTRAINT "cruise_visits_drive_id_cruise_records_id_fk" FOREIGN KEY ("drive_id") REFERENCES "public"."cruise_records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cruise_records_started" ON "cruise_records" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "cruise_records_under_way" ON "cruise_records" USING btree ("serial_number") WHERE "cruise_records"."state" = 'inProgress';