CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"nickname" jsonb NOT NULL,
	"roles" text[] NOT NULL,
	"email" text,
	"phone_number" text,
	"password_hash" text NOT NULL,
	"avatar_path" text DEFAULT '' NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_email_unique" UNIQUE("email"),
	CONSTRAINT "accounts_phone_number_unique" UNIQUE("phone_number")
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" text NOT NULL,
	"act" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "commands" (
	"id" text PRIMARY KEY NOT NULL,
	"serial_number" text NOT NULL,
	"kind" text NOT NULL,
	"target" jsonb NOT NULL,
	"target_id" text,
	"asked_by" text NOT NULL,
	"asked_by_name" jsonb NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"running_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"reason" jsonb
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"serial_number" text PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"holder_id" text,
	"holder_name" jsonb,
	"holder_client_id" text,
	"since" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"reason" text,
	"asked_by_id" text,
	"asked_by_name" jsonb,
	"asked_by_client_id" text,
	"asked_at" timestamp (3) with time zone,
	"command_id" text
);
--> statement-breakpoint
CREATE TABLE "maps" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"floor" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"name" jsonb NOT NULL,
	"resolution" double precision NOT NULL,
	"plan" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "points" (
	"area_id" text PRIMARY KEY NOT NULL,
	"map_id" text NOT NULL,
	"name" jsonb NOT NULL,
	"depart_word" jsonb NOT NULL,
	"arrived_word" jsonb NOT NULL,
	"x" double precision NOT NULL,
	"y" double precision NOT NULL,
	"theta" double precision DEFAULT 0 NOT NULL,
	"stay_time" integer DEFAULT 0 NOT NULL,
	"attributes" text[] NOT NULL,
	"charge_base" jsonb NOT NULL,
	"elevator_id" text
);
--> statement-breakpoint
CREATE TABLE "relations" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"serial_number" text NOT NULL,
	"is_auth" boolean NOT NULL,
	"is_robot_admin" boolean DEFAULT false NOT NULL,
	"is_super_admin" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"scope" text NOT NULL,
	"id" text NOT NULL,
	"hash" text NOT NULL,
	"reply" jsonb,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "requests_scope_id_pk" PRIMARY KEY("scope","id")
);
--> statement-breakpoint
CREATE TABLE "robot_events" (
	"id" text NOT NULL,
	"serial_number" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"event" jsonb NOT NULL,
	CONSTRAINT "robot_events_serial_number_id_pk" PRIMARY KEY("serial_number","id")
);
--> statement-breakpoint
CREATE TABLE "robot_map_names" (
	"serial_number" text NOT NULL,
	"robot_map_name" text NOT NULL,
	"map_id" text NOT NULL,
	CONSTRAINT "robot_map_names_serial_number_robot_map_name_pk" PRIMARY KEY("serial_number","robot_map_name")
);
--> statement-breakpoint
CREATE TABLE "robot_pictures" (
	"serial_number" text PRIMARY KEY NOT NULL,
	"live" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "robots" (
	"serial_number" text PRIMARY KEY NOT NULL,
	"manufacturer" text NOT NULL,
	"interface_name" text NOT NULL,
	"model" text NOT NULL,
	"kind" text NOT NULL,
	"name" jsonb NOT NULL,
	"site_id" text NOT NULL,
	"dialect" text NOT NULL,
	"password_hash" text NOT NULL,
	"claim_hash" text,
	"simulated" boolean DEFAULT false NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"software_version" text DEFAULT '' NOT NULL,
	"abilities" jsonb,
	"factsheet" jsonb,
	"first_heard_at" timestamp (3) with time zone,
	"held" boolean DEFAULT false NOT NULL,
	"registered_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_code" integer,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sites" (
	"id" text PRIMARY KEY NOT NULL,
	"name" jsonb NOT NULL,
	"time_zone" text NOT NULL,
	"demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "commands" ADD CONSTRAINT "commands_serial_number_robots_serial_number_fk" FOREIGN KEY ("serial_number") REFERENCES "public"."robots"("serial_number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leases" ADD CONSTRAINT "leases_serial_number_robots_serial_number_fk" FOREIGN KEY ("serial_number") REFERENCES "public"."robots"("serial_number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maps" ADD CONSTRAINT "maps_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points" ADD CONSTRAINT "points_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_serial_number_robots_serial_number_fk" FOREIGN KEY ("serial_number") REFERENCES "public"."robots"("serial_number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "robot_events" ADD CONSTRAINT "robot_events_serial_number_robots_serial_number_fk" FOREIGN KEY ("serial_number") REFERENCES "public"."robots"("serial_number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "robot_map_names" ADD CONSTRAINT "robot_map_names_serial_number_robots_serial_number_fk" FOREIGN KEY ("serial_number") REFERENCES "public"."robots"("serial_number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "robot_map_names" ADD CONSTRAINT "robot_map_names_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "robot_pictures" ADD CONSTRAINT "robot_pictures_serial_number_robots_serial_number_fk" FOREIGN KEY ("serial_number") REFERENCES "public"."robots"("serial_number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "robots" ADD CONSTRAINT "robots_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "commands_robot" ON "commands" USING btree ("serial_number","asked_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "commands_state" ON "commands" USING btree ("state");--> statement-breakpoint
CREATE INDEX "points_map" ON "points" USING btree ("map_id");--> statement-breakpoint
CREATE UNIQUE INDEX "relations_pair" ON "relations" USING btree ("user_id","serial_number");--> statement-breakpoint
CREATE INDEX "relations_robot" ON "relations" USING btree ("serial_number");--> statement-breakpoint
CREATE INDEX "requests_at" ON "requests" USING btree ("at");--> statement-breakpoint
CREATE INDEX "robot_events_at" ON "robot_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "robots_site" ON "robots" USING btree ("site_id");--> statement-breakpoint
CREATE UNIQUE INDEX "robots_claim" ON "robots" USING btree ("claim_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");