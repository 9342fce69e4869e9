// versionproxy stands before an API server and answers /version with another version, so that what an operator chooses for a version can
// be tested on servers that can't be built here. It can hold up patches of a status, so that a test can change something meanwhile, and it can
// do to requests what bad networks and overloaded servers do (faults.go). Everything else goes through, watches included. Plain HTTP on loopback.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"time"
)

// errLost stands for an answer that the client never gets.
var errLost = errors.New("the answer is lost")

type options struct {
	listen, server, authority, version, faults, agent string
	statusDelay                                       time.Duration
}

func main() {
	var o options
	flag.StringVar(&o.listen, "listen", "", "address to listen on, such as 127.0.0.1:8001")
	flag.StringVar(&o.server, "server", "", "URL of the API server")
	flag.StringVar(&o.authority, "certificate-authority", "", "PEM file that the server's certificate is checked against")
	flag.StringVar(&o.version, "version-file", "", "file with the version to answer, such as v1.29.4; read at each request")
	flag.StringVar(&o.faults, "faults-file", "", "JSON file with the faults; read at each request; without it there are none")
	flag.StringVar(&o.agent, "user-agent", "", "user agent that the API server is told instead of the client's")
	flag.DurationVar(&o.statusDelay, "status-delay", 0, "how long a patch of a status waits before it goes through")
	flag.Parse()
	if err := run(o); err != nil {
		log.Fatal(err)
	}
}

func run(o options) error {
	target, err := url.Parse(o.server)
	if err != nil || target.Host == "" {
		return fmt.Errorf("--server %q is no URL", o.server)
	}
	pem, err := os.ReadFile(o.authority)
	if err != nil {
		return err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return fmt.Errorf("--certificate-authority %s holds no certificate", o.authority)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true}
	proxy.FlushInterval = -1 // watches
	proxy.ModifyResponse = func(r *http.Response) error {
		if isLost(r.Request.Context()) {
			return errLost
		}
		return nil
	}
	proxy.ErrorHandler = func(w http.ResponseWriter, _ *http.Request, err error) {
		if errors.Is(err, errLost) {
			panic(http.ErrAbortHandler) // cuts the connection
		}
		w.WriteHeader(http.StatusBadGateway)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if o.agent != "" {
			r.Header.Set("User-Agent", o.agent)
		}
		if r.Method == http.MethodPatch && strings.HasSuffix(r.URL.Path, "/status") {
			time.Sleep(o.statusDelay)
		}
		disturb(readFaults(o.faults), w, r, proxy.ServeHTTP)
	})
	mux.HandleFunc("/version", func(w http.ResponseWriter, _ *http.Request) { answer(w, o.version) })
	return http.ListenAndServe(o.listen, mux)
}

func answer(w http.ResponseWriter, file string) {
	text, err := os.ReadFile(file)
	version := strings.TrimSpace(string(text))
	parts := strings.Split(strings.TrimPrefix(version, "v"), ".")
	if err != nil || len(parts) < 3 {
		http.Error(w, fmt.Sprintf("no version in %s: %v", file, err), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]string{"gitVersion": version, "major": parts[0], "minor": parts[1]})
}
